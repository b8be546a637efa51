/** Document types of Sanity and of its plugins. They describe the studio and its assets, and no content of the publication. */
const LEFT_OUT: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^sanity\./, 'an asset or a record of Sanity; images and files of the model have their values'],
  [/^mux\./, 'an asset of the Mux plugin; videos of the model have its values'],
  [/^(assist|sanity\.assist)\./, 'a record of the AI Assist plugin'],
  [/^media\./, 'a label of the media plugin'],
  [/^translation\./, 'a record of the internationalization plugin; the model has one document per language'],
  [/^workflow\./, 'a record of the workflow plugin'],
  [/^system\./, 'a record of the content service'],
];

/** Returns why a document type is no part of a model; undefined for the types of the publication. */
export const reasonToLeaveOut = (type: string): string | undefined =>
  LEFT_OUT.find(([pattern]) => pattern.test(type))?.[1];
