import { TitledDialog } from '../../ui/dialogs/TitledDialog.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { CopyField } from '../share/CopyField.tsx';
import styles from '../share/ShareDialog.late.module.css';
import { bibtexCitation, type CitedArticle, textCitation } from './citation.ts';

interface CiteDialogProps {
  article: CitedArticle;
  /** The public origin of the app. */
  origin: string;
  onClose: () => void;
}

/** Renders the reference to an article as text and as BibTeX, with buttons that copy them. */
export const CiteDialog = ({ article, origin, onClose }: CiteDialogProps) => (
  <TitledDialog title="Cite" onClose={onClose}>
    <div className={styles.form}>
      <CopyField label="Text" value={textCitation(origin, article)} rows={3}>
        Copy<VisuallyHidden> as text</VisuallyHidden>
      </CopyField>
      <CopyField label="BibTeX" value={bibtexCitation(origin, article)} rows={8}>
        Copy<VisuallyHidden> as BibTeX</VisuallyHidden>
      </CopyField>
    </div>
  </TitledDialog>
);
