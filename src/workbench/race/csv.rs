//! Rows as lines for spreadsheets.

use super::Row;

/// The names of the columns.
pub const HEAD: &str = "puzzle,entry,status,length,nodes,expanded,seconds\n";

pub fn line(row: &Row, entry: &str) -> String {
    let length = row.length.map(|length| length.to_string()).unwrap_or_default();
    let (puzzle, entry, status) = (field(&row.puzzle), field(entry), row.status);
    if status == "invalid" {
        return format!("{puzzle},{entry},{status},,,,\n");
    }
    format!("{puzzle},{entry},{status},{length},{},{},{:.9}\n", row.nodes, row.expanded, row.seconds)
}

/// Between quotation marks where it has a comma, as spreadsheets read it (RFC 4180).
pub fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
