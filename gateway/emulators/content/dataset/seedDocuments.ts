import { hash } from 'node:crypto';
import type { Document } from '../documents/document.ts';
import { documentError, withArrayKeys } from '../documents/documentRules.ts';

/** Creation time of documents without one, so that a seed is the same on every start. */
const DEFAULT_CREATED_AT = '2026-01-01T00:00:00Z';

/** A document of a seed and its place, for errors. */
export interface SeedDocument {
  readonly document: Document;
  readonly line: string;
  /** The file and the line. */
  readonly place: string;
}

/**
 * Parses documents, one per line.
 * @param addsKeys whether objects in arrays without `_key` get one, as when Sanity imports documents
 * @throws Error with the file and the line
 */
export function parseDocuments(text: string, file: string, addsKeys: boolean): readonly SeedDocument[] {
  const lineById = new Map<string, number>();
  const parsed: SeedDocument[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const place = `${file}:${index + 1}`;
    const content = parseLine(line, place);
    const document = addsKeys ? withKeys(content) : content;
    const earlier = lineById.get(document._id);
    if (earlier !== undefined)
      throw new Error(`${place}: the _id "${document._id}" is taken already, in line ${earlier}`);
    lineById.set(document._id, index + 1);
    parsed.push({ document, line, place });
  }
  return parsed;
}

/** Adds the missing system attributes to a document, always the same for the same content. */
export function completeDocument(content: Record<string, unknown>): Document {
  const digest = hash('sha1', JSON.stringify(content));
  return {
    _rev: digest.slice(0, 22),
    _createdAt: DEFAULT_CREATED_AT,
    _updatedAt: (content._createdAt as string | undefined) ?? DEFAULT_CREATED_AT,
    ...content,
    _id: content._id ?? digest,
  } as Document;
}

function withKeys(document: Document): Document {
  let keys = 0;
  return withArrayKeys(document, () => `seed${++keys}`);
}

function parseLine(line: string, place: string): Document {
  let content: unknown;
  try {
    content = JSON.parse(line);
  } catch (error) {
    throw new Error(`${place}: expected a document as JSON on one line: ${(error as Error).message}`);
  }
  if (content === null || typeof content !== 'object' || Array.isArray(content))
    throw new Error(`${place}: expected a document, got ${JSON.stringify(content)?.slice(0, 80)}`);
  const document = completeDocument(content as Record<string, unknown>);
  const error = documentError(document);
  if (error !== undefined) throw new Error(`${place}: ${error}`);
  return document;
}
