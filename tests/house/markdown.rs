//! Markdown as far as our pages use it: tables, code in a line, code in blocks.

/// The rows of the table whose header begins with this cell, cell by cell.
pub fn table(page: &str, first: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim().trim_start_matches('|').trim_end_matches('|');
        line.split(" | ").map(|cell| cell.trim().to_owned()).collect()
    };
    let rows = page.lines().skip_while(|line| !line.starts_with(&format!("| {first} |")));
    let rows: Vec<_> = rows.skip(2).take_while(|line| line.starts_with('|')).map(cells).collect();
    assert!(!rows.is_empty(), "no table with the column `{first}`");
    rows
}

/// What stands between backquotes, blocks left out; line breaks are blanks.
pub fn spans(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for paragraph in page.split("\n\n").flat_map(|paragraph| paragraph.split("\n- ")) {
        let prose: Vec<&str> = paragraph.lines().filter(|line| !line.starts_with("    ")).collect();
        let prose = prose.join(" ");
        found.extend(prose.split('`').skip(1).step_by(2).map(|span| span.trim().to_owned()));
    }
    found
}

/// A line of a block of code, without the block's indentation.
pub struct BlockLine {
    pub number: usize,
    pub text: String,
    /// The comment `<!-- … -->` that stands above the block.
    pub remark: String,
    /// Lines of one block have the same number.
    pub block: usize,
}

/// Blocks are indented by four. A blank line does not end one.
pub fn blocks(page: &str) -> Vec<BlockLine> {
    let mut found: Vec<BlockLine> = Vec::new();
    let (mut block, mut remark) = (0, String::new());
    for (i, line) in page.lines().enumerate() {
        if let Some(text) = line.strip_prefix("    ") {
            found.push(BlockLine { number: i + 1, text: text.to_owned(), remark: remark.clone(), block });
        } else if line.trim().is_empty() {
            found.push(BlockLine { number: i + 1, text: String::new(), remark: remark.clone(), block });
        } else {
            block += 1;
            let comment = line.strip_prefix("<!--").and_then(|line| line.strip_suffix("-->"));
            comment.unwrap_or_default().trim().clone_into(&mut remark);
        }
    }
    found
}
