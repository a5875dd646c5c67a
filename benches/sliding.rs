use rompicapo::games::{Game, sliding::GAME};
use rompicapo::search::{Outcome, Plan};
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
fn main() {
    let options = [("goal".to_string(), "blank-first".to_string())].into_iter().collect();
    let read = |text: &str| GAME.read(text, &options).unwrap();
    let ida = GAME.strategy("ida*").unwrap();
    let position = read("5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6");
    let plain = Plan::new(ida).with("pdb", false).with("reflection", false);
    for _ in 0..2 {
        let start = cpu();
        let mut engine = position.engine(&plain).unwrap();
        while engine.run(1_000_000, None) == Outcome::MoreWork {}
        let nodes = engine.counters().generated;
        let s = cpu() - start;
        println!("{nodes} {s:.3} {:.1} M/s", nodes as f64 / s / 1e6);
    }
    for small in [true, false] {
        let korf = std::fs::read_to_string(std::env::var("KORF").unwrap()).unwrap();
        let start = cpu();
        let (mut nodes, mut moves) = (0, 0);
        for (i, line) in korf.lines().filter(|l| !l.starts_with('#')).enumerate() {
            let mut words = line.splitn(3, ' ').skip(1);
            let best: u64 = words.next().unwrap().parse().unwrap();
            let position = read(words.next().unwrap());
            let plan = if small { Plan::new(ida).with("pdb-small", true) } else { Plan::new(ida) };
            let mut engine = position.engine(&plan).unwrap();
            if i == 0 {
                while engine.counters().expanded == 0 {
                    engine.run(1, None);
                }
                println!("built {:.3}", cpu() - start);
            }
            while engine.run(1_000_000, None) == Outcome::MoreWork {}
            nodes += engine.counters().generated;
            moves += engine.answer().unwrap().length();
            if engine.answer().unwrap().length() != best {
                println!("WRONG {line}");
            }
        }
        let s = cpu() - start;
        println!("{nodes} {moves} {s:.3} {:.1} M/s", nodes as f64 / s / 1e6);
    }
}
