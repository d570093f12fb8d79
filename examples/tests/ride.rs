//! The ride desk: its places, its fares, its books and its command line.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use nav_examples::ride::{Fare, Gazetteer, LookupError, Moment, Ride, Store};
use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};
use tempfile::TempDir;

fn moment(text: &str) -> Moment {
    Moment::try_from(text.to_owned()).unwrap()
}

#[test]
fn the_gazetteer_holds_a_few_hundred_places_that_can_be_told_apart() {
    let places = Gazetteer::shipped();
    assert!(places.all().len() >= 300, "{}", places.all().len());
    for place in places.all() {
        assert_eq!(places.find(&place.name, Some(&place.province)), Ok(place));
        assert!((50.7..53.6).contains(&place.latitude) && (3.3..7.3).contains(&place.longitude));
    }
    assert_eq!(places.find(" the HAGUE ", None).unwrap().province, "South Holland");
    assert_eq!(places.find("Atlantis", None), Err(LookupError::Unknown));
    let two = places.find("Veldhuizen", None).unwrap_err().to_string();
    assert!(two.contains("say the province"), "{two}");
}

#[test]
fn a_fare_grows_with_the_distance_and_at_night() {
    let places = Gazetteer::shipped();
    let [utrecht, amersfoort, groningen] =
        ["Utrecht", "Amersfoort", "Groningen"].map(|name| places.find(name, None).unwrap());
    assert!((19.0..24.0).contains(&utrecht.km_to(amersfoort)));
    assert!((utrecht.km_to(groningen) - groningen.km_to(utrecht)).abs() < 1e-9);
    let fare = |to, at: &str| Fare::of(utrecht, to, &moment(at));
    let day = fare(groningen, "2099-05-04T21:59:00+02:00");
    let night = fare(groningen, "2099-05-04T22:00:00+02:00");
    assert!(fare(amersfoort, "2099-05-04T12:00:00Z").cents < day.cents);
    assert!(night.night && !day.night && night.cents > day.cents);
    assert_eq!(fare(utrecht, "2099-05-04T12:00:00Z").cents, 450);
}

#[test]
fn a_booking_is_kept_for_its_rider() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("ride.db");
    let places = Gazetteer::shipped();
    let destination = places.find("Groningen", None).unwrap().clone();
    let pickup_at = moment("2099-05-04T12:00:00Z");
    let fare = Fare::of(places.find("Utrecht", None).unwrap(), &destination, &pickup_at);
    let ride = Ride {
        destination,
        pickup_at,
        fare,
        note: Some("Two suitcases.".into()),
    };
    let booked = Store::open(&file).unwrap().book("ann", &ride).unwrap();
    let again = Store::open(&file).unwrap();
    assert_eq!(again.bookings("ann").unwrap(), [booked]);
    assert_eq!(again.bookings("bob").unwrap(), []);
}

fn ride(folder: &Path, args: &[&str]) -> String {
    let mut ride = Command::new(env!("CARGO_BIN_EXE_ride"));
    let output = ride
        .current_dir(folder)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_map_shows_the_steps_and_where_the_submit_leads() {
    let folder = TempDir::new().unwrap();
    let map = ride(folder.path(), &["map"]);
    for part in [
        "book_ride on desk: Book a ride",
        "2. pickup_at: Set when the rider wants to be picked up.",
        "5. request_ride -> booked (asks a human)",
    ] {
        assert!(map.contains(part), "{part}\n{map}");
    }
    let drawn = ride(folder.path(), &["map", "--mermaid"]);
    assert!(drawn.contains("p0 -->|\"request_ride (asks a human)\"| p1"), "{drawn}");
}

#[test]
fn lint_says_how_many_tools_there_are_and_what_they_weigh() {
    let folder = TempDir::new().unwrap();
    let bytes = ride(folder.path(), &["tools"]).trim_end().len();
    let report = ride(folder.path(), &["lint"]);
    assert!(report.starts_with(&format!("5 tools, {bytes} bytes.\n")), "{report}");
}

#[test]
fn a_ride_can_be_tried_by_hand() {
    let folder = TempDir::new().unwrap();
    let mut tried = Command::new(env!("CARGO_BIN_EXE_ride"))
        .current_dir(folder.path())
        .arg("try")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "journey book_ride resolve_destination {\"name\": \"Groningen\"}\n\
                 journey book_ride pickup_at {\"pickup_at\": \"2099-05-04T12:00:00Z\"}\n\
                 journey book_ride quote_fare\njourney book_ride submit\nasks\napprove ask:1\n\
                 journey book_ride submit confirm\n";
    tried.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = tried.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    for part in [
        "Stored. Still needed: pickup_at, fare.",
        "Stored. The journey is ready.",
        "ask:1: Request the ride.",
        "\"youAreOn\": \"booked\"",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}
