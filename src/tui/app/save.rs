//! A puzzle of one's own into a pack of one's own, or into a file.

use std::path::Path;

use super::App;
use crate::workbench::kept::files;
use crate::workbench::naming::Named;
use crate::workbench::pack_check;

/// The pack that what is set up goes to.
const PACK: &str = "mine";

impl App {
    /// Asks for the name, and proposes one that is free.
    pub(in crate::tui) fn ask_save(&mut self) {
        let Some(game) = &mut self.game else { return };
        let collection = self.setup.library.collection(game.middle.named().game);
        let is_free = |name: &String| collection.find(name).is_none();
        let free = (1..10_000).map(|n| format!("{PACK}-{n}")).find(is_free);
        game.ask_save(free.unwrap_or_default());
    }

    /// What has a dot or a slash is a file, everything else a name in the pack.
    pub(super) fn save_puzzle(&mut self, name: &str) {
        let saved = if name.contains(['.', '/', '\\']) { self.export(name) } else { self.save_to_pack(name) };
        if let (Err(why), Some(game)) = (saved, &mut self.game) {
            game.middle.say(format!("Not saved: {why}."));
            game.ask_save_again(name, why);
        }
    }

    fn export(&mut self, name: &str) -> Result<(), String> {
        let Some(game) = &self.game else { return Ok(()) };
        let (file, puzzle) = (Path::new(name), game.middle.puzzle());
        if file.exists() {
            return Err(format!("there is a {name} already"));
        }
        let form = puzzle.game().profile().forms.iter().find(|form| form.is_read);
        let text = form.and_then(|form| (form.write)(&*puzzle)).unwrap_or_else(|| puzzle.whole_line() + "\n");
        files::replace(file, text.as_bytes()).map_err(|error| error.to_string())?;
        self.tell(format!("Written to {name}."));
        Ok(())
    }

    /// The puzzle of the pack comes in place of the board that was set up, and whoever plays that plays on; the one that it
    /// was made from is as it was.
    fn save_to_pack(&mut self, name: &str) -> Result<(), String> {
        let Some(game) = &mut self.game else { return Ok(()) };
        let own = self.setup.library.own().ok_or("there is no folder for packs of your own")?;
        let game_of = game.middle.named().game;
        let file = own.join(game_of.name()).join(format!("{PACK}.toml"));
        if self.setup.library.collection(game_of).find(name).is_some() {
            return Err(format!("there is a {name} already"));
        }
        let puzzle = Named::new(PACK.into(), game_of, game.middle.puzzle());
        let standing = game_of.workshop().and_then(|workshop| workshop.standing(&*puzzle.position));
        pack_check::add(&file, &puzzle, name, "")?;
        let carried = game.middle.own_game(self.last_seen);
        game.middle.give_own_up(self.last_seen);
        self.reread_packs();
        match self.setup.library.open(game_of, name) {
            Some(Ok(named)) => self.open_with(named, None, &carried),
            _ => return Err(format!("{} cannot be read again", file.display())),
        }
        let fault = standing.filter(|(_, is_good)| *is_good == Some(false));
        let fault = fault.map_or_else(String::new, |(words, _)| format!(" It has {words}: e changes it."));
        self.tell(format!("Saved as {}/{name}.{fault} It is in {}.", game_of.name(), file.display()));
        Ok(())
    }
}
