import { type ChangeEvent, useState } from 'react';
import { saveJsonFile } from '../../lib/saveJsonFile.ts';
import { pluralize } from '../../lib/text/pluralize.ts';
import { Section } from '../../ui/Section.tsx';
import styles from './LibraryTransfer.module.css';
import {
  formatLibraryFile,
  type Library,
  LibraryFileError,
  MAX_FILE_BYTES,
  parseLibraryFile,
} from './libraryFile.ts';

interface LibraryTransferProps {
  library: Library;
  /** Merges a library into the library of this browser, and shows a message with an “Undo” button. */
  onImport: (message: string, imported: Library) => void;
}

/** Renders the controls that save the library as a file and merge such a file into it. */
export const LibraryTransfer = ({ library, onImport }: LibraryTransferProps) => {
  const [error, setError] = useState<string | null>(null);
  const handleImport = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    try {
      const { films, articles, invalidCount } = parseLibraryFile(await readText(file));
      const [filmCount, articleCount] = [Object.keys(films), Object.keys(articles)].map(
        ({ length }) => length,
      ) as [number, number];
      const invalid = invalidCount > 0 ? ` ${pluralize(invalidCount, 'entry', 'entries')} left out.` : '';
      onImport(
        `Imported ${pluralize(filmCount, 'film')} and ${pluralize(articleCount, 'article')}.${invalid}`,
        { films, articles },
      );
      setError(null);
    } catch (failure) {
      setError(failure instanceof LibraryFileError ? failure.message : 'The file cannot be read.');
    }
    // The same file can be chosen again.
    target.value = '';
  };
  return (
    <Section title="Move your library">
      <div className={styles.transfer}>
        <p>
          Export your library to a file, and import the file in another browser. An import adds to what is
          there and removes nothing.
        </p>
        <p className={styles.actions}>
          <button
            type="button"
            onClick={() =>
              saveJsonFile('moving-figures-library.json', formatLibraryFile(library, new Date()))
            }
          >
            Export
          </button>
          <label>
            Import
            <input
              type="file"
              accept="application/json,.json"
              className={styles.file}
              onChange={(event) => void handleImport(event)}
            />
          </label>
        </p>
        <p role="alert" className={styles.error}>
          {error}
        </p>
      </div>
    </Section>
  );
};

/** @throws LibraryFileError for a file that is larger than any library */
const readText = (file: File): Promise<string> => {
  if (file.size > MAX_FILE_BYTES)
    throw new LibraryFileError(
      `This file has ${(file.size / 1e6).toFixed(1)} MB; a library has at most ${MAX_FILE_BYTES / 1e6} MB.`,
    );
  return file.text();
};
