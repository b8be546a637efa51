import { useId, useState } from 'react';
import { TitledDialog } from '../../ui/dialogs/TitledDialog.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './CiteDialog.late.module.css';
import { bibtexCitation, type CitedArticle, textCitation } from './citation.ts';

interface CiteDialogProps {
  article: CitedArticle;
  /** The public origin of the app. */
  origin: string;
  onClose: () => void;
}

/** Renders the reference to an article as text and as BibTeX, with buttons that copy them. */
export const CiteDialog = ({ article, origin, onClose }: CiteDialogProps) => {
  const [message, setMessage] = useState('');
  return (
    <TitledDialog title="Cite" onClose={onClose}>
      <div className={styles.form}>
        <Citation format="text" text={textCitation(origin, article)} onMessage={setMessage} />
        <Citation format="BibTeX" text={bibtexCitation(origin, article)} onMessage={setMessage} />
        <p role="status" className={styles.status}>
          {message}
        </p>
      </div>
    </TitledDialog>
  );
};

interface CitationProps {
  format: 'text' | 'BibTeX';
  text: string;
  /** Called with the result of copying. */
  onMessage: (message: string) => void;
}

const Citation = ({ format, text, onMessage }: CitationProps) => {
  const id = useId();
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      onMessage(`Copied as ${format}`);
    } catch {
      onMessage('Couldn’t access the clipboard. Select the text and press Ctrl+C.');
    }
  };
  return (
    <>
      <label htmlFor={id}>{format === 'text' ? 'Text' : format}</label>
      <textarea
        id={id}
        className={styles.citation}
        rows={format === 'text' ? 3 : 8}
        value={text}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <button type="button" className={styles.copy} onClick={() => void handleCopy()}>
        Copy<VisuallyHidden> as {format}</VisuallyHidden>
      </button>
    </>
  );
};
