import * as captions from 'media-captions';

type Token = { type: 'text'; data: string } | { type: string; children: Token[] };

// The package's type declarations import one another without extensions, which Node's resolution rejects.
const { parseText, tokenizeVTTCue } = captions as unknown as {
  parseText(text: string): Promise<{ cues: object[] }>;
  tokenizeVTTCue(cue: object): Token[];
};

/** Extracts the text of a WebVTT file without times and markup, one line per cue, as in `/text/{id}.txt`. */
export async function transcript(vtt: string): Promise<string> {
  const { cues } = await parseText(vtt);
  return `${cues.map((cue) => textOf(tokenizeVTTCue(cue)).replace(/\s+/g, ' ').trim()).join('\n')}\n`;
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => ('data' in token ? token.data : textOf(token.children))).join('');
}
