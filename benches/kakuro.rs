use rompicapo::games::kakuro::{field::Field, rules::Kakuro, solve, text};
use std::time::Instant;
fn main() {
    let dir = std::env::args().skip(1).find(|a| !a.starts_with("--")).unwrap();
    let mut files: Vec<_> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for f in files {
        let t = std::fs::read_to_string(&f).unwrap();
        let rules = Kakuro::new(text::read(&t).unwrap());
        let field = Field::new(&rules);
        let start = rules.start();
        let cand = field.candidates(&start);
        let t0 = Instant::now();
        let mut search = solve::Search::new(&field, &cand, 2, solve::Choices::default());
        search.start(&field);
        while search.verdict.is_none() && search.generated < 1_000_000 {
            search.step(&field);
        }
        let el = t0.elapsed();
        let n = match &search.verdict {
            Some(solve::Verdict::Solutions(s)) => s.len() as i32,
            None => -1,
            _ => 0,
        };
        let reps = if el.as_millis() > 5 { 0 } else { 300 };
        let mut times = vec![];
        for _ in 0..reps {
            let t0 = Instant::now();
            std::hint::black_box(solve::solutions(&field, &cand, 2));
            times.push(t0.elapsed().as_nanos());
        }
        times.sort_unstable();
        println!(
            "{:40} cells {:4} sols {} nodes {} props {} time {:?} med {:?}",
            f.file_name().unwrap().to_str().unwrap(),
            field.cells(),
            n,
            search.generated,
            search.propagator.propagations,
            el,
            times.get(times.len() / 2)
        );
    }
}
