//! Large tables: built by a key in the background, kept, used from then on, and never trusted.

mod common;

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use common::Desk;
use rompicapo::games::view::View;
use rompicapo::games::{
    Crew, Game, Hand, Kind, Options, ParamError, Position, Profile, SAMPLE, Settings, TableMaker, TableSet, TextError,
};
use rompicapo::search::{Plan, Tables};
use rompicapo::workbench::naming::Named;
use rompicapo::workbench::tables::{Built, Condition, Cores, TableShelf};

/// The sample game with a small set of tables, whose building waits at a gate.
struct Stub {
    maker: &'static Maker,
}

#[derive(Default)]
struct Maker {
    /// How many of the four steps may be made.
    gate: AtomicU64,
}

impl Maker {
    fn let_through(&self, steps: u64) {
        self.gate.store(steps, Ordering::Relaxed);
    }
}

impl TableMaker for Maker {
    fn sets(&self) -> Vec<TableSet> {
        let identity = "queens small version 1".into();
        vec![TableSet { name: "small", about: "a small set", identity, parts: vec![400] }]
    }

    fn wanted(&self, _position: &dyn Position, _plan: &Plan) -> Option<TableSet> {
        self.sets().pop()
    }

    fn build(&self, set: &TableSet, crew: &dyn Crew, progress: &mut dyn FnMut(u64, u64)) -> Vec<Vec<u8>> {
        for step in 1..=4 {
            // Workers are asked again and again, so that a crew that is called off can leave.
            while self.gate.load(Ordering::Relaxed) < step {
                crew.each(1, &|_| std::thread::sleep(std::time::Duration::from_millis(1)));
            }
            crew.each(8, &|_| ());
            progress(step, 4);
        }
        vec![vec![7; set.parts[0]]]
    }

    fn open(&self, _set: &TableSet, parts: Vec<Vec<u8>>) -> Tables {
        Some(Arc::new(parts))
    }
}

impl Game for Stub {
    fn profile(&self) -> &'static Profile {
        SAMPLE.profile()
    }
    fn kind(&self, params: &str) -> Result<Kind, ParamError> {
        SAMPLE.kind(params)
    }

    fn make(&self, params: &str, number: Option<u64>) -> Result<Box<dyn Position>, ParamError> {
        SAMPLE.make(params, number)
    }
    fn read_form(&self, text: &str, options: &Options) -> Result<Box<dyn Position>, TextError> {
        SAMPLE.read(text, options)
    }
    fn tables(&self) -> Option<&'static dyn TableMaker> {
        Some(self.maker)
    }
    fn view(&self) -> &'static dyn View {
        SAMPLE.view()
    }
    fn hand(&self, settings: &Settings) -> Box<dyn Hand> {
        SAMPLE.hand(settings)
    }
}

/// Games are there for as long as the program runs.
fn stub() -> &'static Stub {
    Box::leak(Box::new(Stub { maker: Box::leak(Box::default()) }))
}

fn named(game: &'static dyn Game) -> Named {
    Named::new("queens:6".into(), game, game.deal("6").unwrap())
}

fn desk(game: &'static dyn Game, shelf: &TableShelf) -> Desk {
    let mut desk = Desk::with_tables(80, 24, Some(shelf.clone()));
    desk.open(named(game));
    desk
}

#[test]
fn a_key_builds_in_the_background_and_stops_it() {
    let (dir, stub) = (tempfile::tempdir().unwrap(), stub());
    let shelf = TableShelf::new(dir.path().join("tables"));
    let mut desk = desk(stub, &shelf);
    assert!(desk.screen().contains("tables [B]"), "{}", desk.screen());
    stub.maker.let_through(1);
    desk.keys("B");
    assert!(desk.screen().contains("Building a small set"), "{}", desk.screen());
    let screen = desk.wait_for("25 %");
    assert!(screen.contains("s left"), "{screen}");
    // The screen is free meanwhile.
    desk.keys("?");
    let told = (0..20).any(|_| {
        desk.keys("<pagedown>");
        desk.screen().contains("build large tables")
    });
    assert!(told, "{}", desk.screen());
    desk.keys("<esc>q");
    assert!(desk.screen().contains("tables queens:small: 25 %"), "the browser tells of it too: {}", desk.screen());
    desk.open(named(stub));
    desk.keys("B");
    desk.wait_for("nothing was kept");
    assert!(desk.screen().contains("tables [B]"));
    assert!(!dir.path().join("tables").exists());

    desk.keys("B");
    desk.wait_for("25 %");
    stub.maker.let_through(4);
    desk.wait_for("Built the tables queens:small");
    assert!(desk.screen().contains("tables ready"), "{}", desk.screen());
    assert_eq!(fs::read_dir(dir.path().join("tables")).unwrap().count(), 1);
    desk.keys("B");
    desk.wait_for("are there");
}

#[test]
fn a_game_without_tables_does_not_offer_the_key() {
    let dir = tempfile::tempdir().unwrap();
    let mut desk = desk(SAMPLE, &TableShelf::new(dir.path().into()));
    assert!(!desk.screen().contains("tables"));
    desk.keys("B");
    assert!(desk.screen().contains("This game has no tables to build."), "{}", desk.screen());
    desk.keys("?<pagedown><pagedown>");
    assert!(!desk.screen().contains("large tables"));
}

#[test]
fn the_workstation_makes_a_damaged_set_again_by_itself() {
    let (dir, stub) = (tempfile::tempdir().unwrap(), stub());
    let shelf = TableShelf::new(dir.path().into());
    stub.maker.let_through(4);
    let set = stub.maker.sets().remove(0);
    shelf.build(stub, &set, &Cores, &mut |_, _| ()).unwrap();
    let path = shelf.path(stub, &set);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let mut desk = desk(stub, &shelf);
    desk.screen();
    desk.wait_for("tables ready");
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn a_plan_gets_tables_that_are_whole_and_is_told_once_of_others() {
    let (dir, stub) = (tempfile::tempdir().unwrap(), stub());
    let shelf = TableShelf::new(dir.path().into());
    stub.maker.let_through(4);
    let (set, position) = (stub.maker.sets().remove(0), stub.deal("6").unwrap());
    let plan = Plan::new(position.default_strategy());
    let equip = || {
        let (plan, unusable) = shelf.equip(stub, &*position, &plan);
        (plan.tables.is_some(), unusable.map(|unusable| unusable.to_string()))
    };
    assert_eq!(equip(), (false, None));
    assert_eq!(shelf.build(stub, &set, &Cores, &mut |_, _| ()).unwrap(), Built::New);
    assert_eq!(equip(), (true, None));
    // Another run meets a file that has lost a bit; that it was read before is forgotten by removing it.
    let path = shelf.path(stub, &set);
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    shelf.remove(stub, &set).unwrap();
    fs::write(&path, bytes).unwrap();
    assert_eq!(shelf.glance(stub, &set), Condition::Ready);
    let (has_tables, news) = equip();
    let news = news.unwrap();
    assert!(!has_tables && news.contains("tables not used, damaged: the checksum does not fit"), "{news}");
    assert_eq!(equip(), (false, None));
    assert!(matches!(shelf.glance(stub, &set), Condition::Bad(_)));
    let again = shelf.build(stub, &set, &Cores, &mut |_, _| ()).unwrap();
    assert_eq!(again, Built::Again("damaged: the checksum does not fit".into()));
    assert_eq!(equip(), (true, None));
}
