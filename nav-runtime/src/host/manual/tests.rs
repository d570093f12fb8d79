use super::*;
use std::sync::{
    atomic::{AtomicUsize, Ordering},
    mpsc,
};

const FIRE: FireInfo = FireInfo::new("shop.buy", 1);

fn counted(n: &Arc<AtomicUsize>) -> impl Fn() + Send + 'static {
    let n = Arc::clone(n);
    move || {
        n.fetch_add(1, Ordering::SeqCst);
    }
}

/// Waits until its waker, which it hands out, was used.
fn gate(polls: Arc<AtomicUsize>) -> (BoxFuture<'static, ()>, mpsc::Receiver<Waker>) {
    let (hand_out, wakers) = mpsc::channel();
    let mut open = false;
    let future = std::future::poll_fn(move |cx| {
        polls.fetch_add(1, Ordering::SeqCst);
        if std::mem::replace(&mut open, true) {
            return Poll::Ready(());
        }
        let _ = hand_out.send(cx.waker().clone());
        Poll::Pending
    });
    (Box::pin(future), wakers)
}

#[test]
fn nothing_runs_until_it_is_stepped() {
    let host = ManualHost::new();
    let ran = Arc::new(AtomicUsize::new(0));
    let (first, second) = (counted(&ran), counted(&ran));
    host.spawn(FIRE, Box::pin(async move { first() }));
    host.spawn_blocking(FIRE, Box::new(second));
    assert_eq!((ran.load(Ordering::SeqCst), host.pending()), (0, 2));
    assert!(host.step());
    assert_eq!((ran.load(Ordering::SeqCst), host.pending()), (1, 1));
    assert_eq!(host.run_until_idle(), 1);
    assert_eq!((ran.load(Ordering::SeqCst), host.pending()), (2, 0));
    assert!(!host.step());
}

#[test]
fn a_waiting_task_is_polled_only_once_it_is_woken() {
    let host = ManualHost::new();
    let polls = Arc::new(AtomicUsize::new(0));
    let (work, wakers) = gate(Arc::clone(&polls));
    host.spawn(FIRE, work);
    host.run_until_idle();
    host.run_until_idle();
    assert_eq!((polls.load(Ordering::SeqCst), host.pending()), (1, 1));
    let waker = wakers.recv().unwrap();
    waker.wake_by_ref();
    waker.wake();
    assert_eq!(host.run_until_idle(), 1, "woken twice, polled once");
    assert_eq!(host.pending(), 0);
}

#[test]
fn a_wake_from_another_thread_while_it_is_polled_is_not_lost() {
    let host = ManualHost::new();
    let mut first = true;
    host.spawn(
        FIRE,
        Box::pin(std::future::poll_fn(move |cx| {
            if !std::mem::replace(&mut first, false) {
                return Poll::Ready(());
            }
            let waker = cx.waker().clone();
            std::thread::spawn(move || waker.wake()).join().unwrap();
            Poll::Pending
        })),
    );
    assert_eq!(host.run_until_idle(), 2);
    assert_eq!(host.pending(), 0);
}

#[test]
fn a_task_that_always_wakes_itself_does_not_hang_the_test() {
    let host = ManualHost::new();
    let restless = || {
        std::future::poll_fn(|cx: &mut Context<'_>| {
            cx.waker().wake_by_ref();
            Poll::<()>::Pending
        })
    };
    host.spawn(FIRE, Box::pin(restless()));
    assert_eq!(host.run_until_idle(), MOST_STEPS);
    let inline = ManualHost::inline();
    inline.spawn(FIRE, Box::pin(restless()));
    assert_eq!(inline.pending(), 1);
}

#[test]
fn sleeps_end_in_order_and_only_when_the_clock_says_so() {
    let host = ManualHost::new();
    let (tell, told) = mpsc::channel();
    for seconds in [30, 10, 20] {
        let (sleep, tell) = (host.sleep(Duration::from_secs(seconds)), tell.clone());
        host.spawn(
            FIRE,
            Box::pin(async move {
                sleep.await;
                let _ = tell.send(seconds);
            }),
        );
    }
    host.run_until_idle();
    host.advance(Duration::from_millis(9_999));
    assert_eq!(host.run_until_idle(), 0);
    host.advance(Duration::from_millis(1));
    host.run_until_idle();
    assert_eq!(told.try_iter().collect::<Vec<_>>(), [10]);
    host.advance(Duration::from_secs(60));
    host.run_until_idle();
    assert_eq!(told.try_iter().collect::<Vec<_>>(), [20, 30]);
    assert!(host.shared.lock().timers.is_empty());
}

#[test]
fn a_sleep_longer_than_time_never_ends_and_one_of_nothing_ends_at_once() {
    let host = ManualHost::inline();
    let ran = Arc::new(AtomicUsize::new(0));
    let (sleep, count) = (host.sleep(Duration::ZERO), counted(&ran));
    host.spawn(
        FIRE,
        Box::pin(async move {
            sleep.await;
            count();
        }),
    );
    let (sleep, count) = (host.sleep(Duration::MAX), counted(&ran));
    host.spawn(
        FIRE,
        Box::pin(async move {
            sleep.await;
            count();
        }),
    );
    host.advance(Duration::MAX);
    host.advance(Duration::from_secs(1 << 40));
    host.run_until_idle();
    assert_eq!((ran.load(Ordering::SeqCst), host.pending()), (1, 1));
}

#[test]
fn the_clock_starts_where_it_says_and_moves_only_when_moved() {
    let host = ManualHost::new();
    let start = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    assert_eq!(host.now(), start);
    host.advance(Duration::from_secs(5));
    assert_eq!(host.clone().now(), start + Duration::from_secs(5));
    host.set_time(SystemTime::UNIX_EPOCH);
    assert_eq!(host.now(), SystemTime::UNIX_EPOCH);
}

#[test]
fn dropping_all_drops_what_waits_and_what_was_never_begun() {
    struct Tells(mpsc::Sender<()>, ManualHost);
    impl Drop for Tells {
        fn drop(&mut self) {
            // Comes back to the host from inside the drop.
            let _ = self.0.send(());
            let _ = self.1.pending();
        }
    }
    let host = ManualHost::new();
    let (tell, told) = mpsc::channel();
    let held = Tells(tell.clone(), host.clone());
    host.spawn(
        FIRE,
        Box::pin(async move {
            let _held = held;
            std::future::pending::<()>().await;
        }),
    );
    host.run_until_idle();
    let held = Tells(tell, host.clone());
    host.spawn_blocking(FIRE, Box::new(move || drop(held)));
    assert_eq!(host.drop_all(), 2);
    assert_eq!(told.try_iter().count(), 2);
    assert_eq!((host.pending(), host.run_until_idle()), (0, 0));
}

#[test]
fn a_panic_ends_its_task_and_nothing_else() {
    let host = ManualHost::inline();
    host.spawn(FIRE, Box::pin(async { panic!("on purpose") }));
    host.spawn_blocking(FIRE, Box::new(|| panic!("on purpose")));
    assert_eq!(host.pending(), 0);
    let ran = Arc::new(AtomicUsize::new(0));
    host.spawn_blocking(FIRE, Box::new(counted(&ran)));
    assert_eq!(ran.load(Ordering::SeqCst), 1);
}

#[test]
fn work_may_spawn_more_work() {
    for host in [ManualHost::new(), ManualHost::inline()] {
        let ran = Arc::new(AtomicUsize::new(0));
        let (inner, count) = (host.clone(), counted(&ran));
        host.spawn(
            FIRE,
            Box::pin(async move { inner.spawn_blocking(FIRE, Box::new(count)) }),
        );
        host.run_until_idle();
        assert_eq!((ran.load(Ordering::SeqCst), host.pending()), (1, 0));
    }
}

#[test]
fn several_threads_may_drive_one_host() {
    let host = ManualHost::new();
    let ran = Arc::new(AtomicUsize::new(0));
    for _ in 0..200 {
        let (sleep, count) = (host.sleep(Duration::from_secs(1)), counted(&ran));
        host.spawn(
            FIRE,
            Box::pin(async move {
                sleep.await;
                count();
            }),
        );
    }
    std::thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| {
                host.run_until_idle();
                host.advance(Duration::from_secs(1));
                host.run_until_idle();
            });
        }
    });
    host.run_until_idle();
    assert_eq!((ran.load(Ordering::SeqCst), host.pending()), (200, 0));
}
