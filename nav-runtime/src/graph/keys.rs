//! The keys of a state: a tree known at compile time, numbered in the order it is written.

/// One key of a state and the keys below it. Made by `#[derive(NavState)]`.
#[derive(Clone, Copy, Debug)]
pub struct KeyMeta {
    /// The field's name in Rust; guards and `writes` use it.
    pub rust: &'static str,
    /// FNV-1a of `rust`, so that const evaluation compares integers.
    pub hash: u64,
    /// The field's name as serde writes it; agents read it.
    pub wire: &'static str,
    /// The keys below, if the field's type is a state itself (through `Option`, `Reported` and `Redacted`).
    pub nested: &'static [KeyMeta],
    /// Whether the field is a [`Redacted`](crate::Redacted).
    pub redacted: bool,
    /// Whether the app itself writes it, outside of every action: `#[nav(from_app)]`, or a [`Reported`](crate::Reported).
    pub from_app: bool,
}

/// How many keys a tree holds, counting every level.
#[must_use]
pub const fn count(keys: &[KeyMeta]) -> u16 {
    let mut n = 0;
    let mut i = 0;
    while i < keys.len() {
        n += 1 + count(keys[i].nested);
        i += 1;
    }
    n
}

/// A key's number: its place in the tree, counted parent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KeyId(pub(crate) u16);

impl KeyId {
    /// No key of this state has that name. The compiler has already said so at the author's token.
    pub const UNKNOWN: KeyId = KeyId(u16::MAX);

    /// The key of that number, as the derive counts them.
    #[doc(hidden)]
    #[must_use]
    pub const fn __at(number: u16) -> KeyId {
        KeyId(number)
    }
}

/// The number of the deepest key that a path of field-name hashes names.
///
/// What lies below a type that is no state itself (`order.status` where `Order` has no keys) counts as its nearest
/// ancestor, since changes are seen there.
#[must_use]
pub const fn find(keys: &[KeyMeta], path: &[u64]) -> KeyId {
    let mut found = KeyId::UNKNOWN;
    let mut at = 0;
    let mut level = keys;
    let mut depth = 0;
    'path: while depth < path.len() {
        let mut i = 0;
        let mut here = at;
        while i < level.len() {
            if level[i].hash == path[depth] {
                found = KeyId(here);
                at = here + 1;
                level = level[i].nested;
                depth += 1;
                continue 'path;
            }
            here += 1 + count(level[i].nested);
            i += 1;
        }
        break;
    }
    found
}

/// The key's meta and its dotted name as agents read it.
pub(crate) fn describe(keys: &'static [KeyMeta], id: KeyId) -> Option<(&'static KeyMeta, String)> {
    path(keys, id).map(|(meta, path)| (meta, path.join(".")))
}

/// The key's meta and the names on the way to it, as serde writes them.
pub(crate) fn path(keys: &'static [KeyMeta], id: KeyId) -> Option<(&'static KeyMeta, Vec<&'static str>)> {
    let mut level = keys;
    let mut at = 0;
    let mut names = Vec::new();
    'down: loop {
        for k in level {
            let below = count(k.nested);
            if id.0 == at {
                names.push(k.wire);
                return Some((k, names));
            }
            if id.0 > at && id.0 <= at + below {
                names.push(k.wire);
                level = k.nested;
                at += 1;
                continue 'down;
            }
            at += 1 + below;
        }
        return None;
    }
}

/// The dotted name as agents read it of a path as the author wrote it; what no key names stays as written.
pub(crate) fn wire_name(keys: &'static [KeyMeta], rust: &str) -> String {
    let mut out = String::with_capacity(rust.len());
    let mut level = Some(keys);
    for segment in rust.split('.') {
        if !out.is_empty() {
            out.push('.');
        }
        let known = level.and_then(|l| l.iter().find(|k| k.rust == segment));
        out.push_str(known.map_or(segment, |k| k.wire));
        level = known.map(|k| k.nested);
    }
    out
}

/// The key of a name as agents write it.
pub(crate) fn by_wire_name(keys: &'static [KeyMeta], wire: &str) -> Option<KeyId> {
    let (mut level, mut at) = (keys, 0);
    let mut segments = wire.split('.').peekable();
    while let Some(segment) = segments.next() {
        let mut here = at;
        let found = level.iter().find(|k| {
            let hit = k.wire == segment;
            if !hit {
                here += 1 + count(k.nested);
            }
            hit
        })?;
        if segments.peek().is_none() {
            return Some(KeyId(here));
        }
        at = here + 1;
        level = found.nested;
    }
    None
}

/// Whether one of two keys is the other or lies below it, so that a change of one may be a change of the other.
pub(crate) const fn overlap(keys: &[KeyMeta], a: KeyId, b: KeyId) -> bool {
    let (first, second) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    second.0 - first.0 <= below(keys, first)
}

/// How many keys lie below one.
const fn below(keys: &[KeyMeta], id: KeyId) -> u16 {
    let mut at = 0;
    let mut level = keys;
    let mut i = 0;
    while i < level.len() {
        let n = count(level[i].nested);
        if id.0 == at {
            return n;
        }
        if id.0 > at && id.0 <= at + n {
            level = level[i].nested;
            at += 1;
            i = 0;
        } else {
            at += 1 + n;
            i += 1;
        }
    }
    0
}

/// Whether the app writes a key by itself, or one above or below it. Of a key that is not known, it may.
pub(crate) const fn from_app(keys: &[KeyMeta], id: KeyId) -> bool {
    let mut at = 0;
    let mut level = keys;
    let mut i = 0;
    while i < level.len() {
        let n = count(level[i].nested);
        if id.0 >= at && id.0 <= at + n {
            if level[i].from_app {
                return true;
            }
            if id.0 == at {
                return any_from_app(level[i].nested);
            }
            level = level[i].nested;
            at += 1;
            i = 0;
        } else {
            at += 1 + n;
            i += 1;
        }
    }
    true
}

const fn any_from_app(keys: &[KeyMeta]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if keys[i].from_app || any_from_app(keys[i].nested) {
            return true;
        }
        i += 1;
    }
    false
}

/// A set of keys of one state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeySet {
    #[doc(hidden)]
    Few(u64),
    #[doc(hidden)]
    Many(Box<Vec<u64>>),
}

impl Default for KeySet {
    fn default() -> Self {
        KeySet::Few(0)
    }
}

impl KeySet {
    /// No key.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn words(&self) -> &[u64] {
        match self {
            KeySet::Few(w) => std::slice::from_ref(w),
            KeySet::Many(w) => w,
        }
    }

    /// Adds a key.
    pub fn insert(&mut self, key: KeyId) {
        let (word, bit) = (usize::from(key.0 / 64), key.0 % 64);
        if key == KeyId::UNKNOWN {
            return;
        }
        if word >= self.words().len() {
            let mut grown = self.words().to_vec();
            grown.resize(word + 1, 0);
            *self = KeySet::Many(Box::new(grown));
        }
        match self {
            KeySet::Few(w) => *w |= 1 << bit,
            KeySet::Many(w) => w[word] |= 1 << bit,
        }
    }

    /// Adds every key of another set.
    pub fn extend(&mut self, other: &KeySet) {
        match (&mut *self, other) {
            (KeySet::Few(a), KeySet::Few(b)) => *a |= b,
            _ => other.iter().for_each(|k| self.insert(k)),
        }
    }

    /// Whether the set holds a key.
    #[must_use]
    pub fn contains(&self, key: KeyId) -> bool {
        self.words()
            .get(usize::from(key.0 / 64))
            .is_some_and(|w| w >> (key.0 % 64) & 1 == 1)
    }

    /// Whether the set holds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words().iter().all(|w| *w == 0)
    }

    /// The keys, in the state's order.
    pub fn iter(&self) -> impl Iterator<Item = KeyId> + '_ {
        self.words().iter().enumerate().flat_map(|(n, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    #[expect(clippy::cast_possible_truncation, reason = "a state has at most u16::MAX keys")]
                    KeyId((n * 64) as u16 + bit as u16)
                })
            })
        })
    }
}

impl FromIterator<KeyId> for KeySet {
    fn from_iter<I: IntoIterator<Item = KeyId>>(keys: I) -> Self {
        let mut set = KeySet::new();
        keys.into_iter().for_each(|k| set.insert(k));
        set
    }
}
