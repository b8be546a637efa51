const ABOUT =
  'A science quarterly that moves: short films of mathematics in motion, the articles that explain them, and the people behind the ideas.';

/** The document's title, and what the magazine is; without a title of its own a page carries the magazine's. */
export const PageTitle = ({ children }: { children?: string }) => (
  <>
    <title>
      {children ? `${children} · Moving Figures` : 'Moving Figures, a science quarterly that moves'}
    </title>
    <meta name="description" content={ABOUT} />
  </>
);
