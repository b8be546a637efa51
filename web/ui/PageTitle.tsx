/** The document's title; without a title of its own a page carries the magazine's. */
export const PageTitle = ({ children }: { children?: string }) => (
  <title>
    {children ? `${children} · Moving Figures` : 'Moving Figures, a science quarterly that moves'}
  </title>
);
