//! The strategies of the games, each as it comes and with each of its toggles switched, held to the laws of engines.

use rompicapo::games::{self, Game};
use rompicapo::search::{Plan, laws};

/// Every plan on every one of these deals.
fn hold(game: &dyn Game, deals: &[&str], fuel: u64) {
    for deal in deals {
        let position = game.deal(deal).expect("a deal");
        for plan in game.strategies().iter().flat_map(laws::plans) {
            let plan = Plan { nodes: Some(60_000), memory: 64 << 20, ..plan };
            let name = format!("{}:{deal} {} {:?}", game.name(), plan.strategy.name, plan.heuristics());
            if position.engine(&plan).is_ok() {
                laws::check(&name, &|| position.engine(&plan).expect("it was possible before"), fuel);
            }
        }
    }
}

#[test]
fn fourteen_keeps_the_laws() {
    hold(games::find("fourteen").unwrap(), &["1", "3"], 3000);
}

#[test]
fn counters_keeps_the_laws() {
    let deals = ["3", "4", "5,goal=ab-left", "2", "3,k=3", "4,free=4"];
    hold(games::find("counters").unwrap(), &deals, 3000);
}

#[test]
fn queens_keeps_the_laws() {
    hold(games::SAMPLE, &["3", "6"], 3000);
}
