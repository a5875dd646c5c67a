use rompicapo::tui::app::Setup;
fn main() {
    let setup = Setup {
        library: rompicapo::workbench::packs::Library::of_user(),
        themes: vec![],
        unicode: false,
        speed: 4.0,
        keymap: Default::default(),
        settings: Default::default(),
        progress: Default::default(),
        notice: String::new(),
    };
    rompicapo::tui::run(setup, None).unwrap();
}
