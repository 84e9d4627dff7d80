/**
 * The lines of a text, without their ends (LF or CR LF). Of a line that is longer than `most` characters, only that many
 * and one more. Time grows with the length of the text.
 */
export async function* linesOf(text: AsyncIterable<string>, most: number): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    let from = 0;
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      yield withoutReturn(rest + piece.slice(from, at), most);
      rest = '';
      from = at + 1;
    }
    if (rest.length <= most) rest += piece.slice(from, from + most + 1 - rest.length);
  }
  if (rest) yield withoutReturn(rest, most);
}

function withoutReturn(line: string, most: number): string {
  const cut = line.slice(0, most + 1);
  return cut.endsWith('\r') ? cut.slice(0, -1) : cut;
}
