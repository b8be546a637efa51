import * as captions from 'media-captions';

type Token = { type: 'text'; data: string } | { type: string; children: Token[] };

// The package's declarations import one another without extensions, which Node's resolution refuses.
const { parseText, tokenizeVTTCue } = captions as unknown as {
  parseText(text: string): Promise<{ cues: object[] }>;
  tokenizeVTTCue(cue: object): Token[];
};

/** The words of a WebVTT file without times and markup, a line for each cue, as `/text/{id}.txt` answers. */
export async function transcript(vtt: string): Promise<string> {
  const { cues } = await parseText(vtt);
  return `${cues.map((cue) => words(tokenizeVTTCue(cue)).replace(/\s+/g, ' ').trim()).join('\n')}\n`;
}

function words(tokens: readonly Token[]): string {
  return tokens.map((token) => ('data' in token ? token.data : words(token.children))).join('');
}
