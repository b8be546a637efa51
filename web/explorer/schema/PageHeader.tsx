import { type ReactNode, type Ref, useId } from 'react';

interface PageHeaderProps {
  readonly title: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly description: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
  /** The page in the reference. */
  readonly path: string | undefined;
  /** What is before the title. */
  readonly before?: ReactNode;
  /** What is after the title, such as the type. */
  readonly after?: ReactNode;
}

/** Renders what a page of the schema is about. */
export const PageHeader = (props: PageHeaderProps) => {
  const { title, headingRef, description, deprecationReason, path, before, after } = props;
  const titleId = useId();
  return (
    <header className="schema-page">
      <div className="title">
        {before}
        <h2 id={titleId} ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        {after}
      </div>
      {deprecationReason && <p className="deprecated">Deprecated: {deprecationReason}</p>}
      {paragraphsOf(description).map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
      {path && (
        <a href={path} target="explorer-reference" aria-describedby={titleId}>
          Reference
        </a>
      )}
    </header>
  );
};

const paragraphsOf = (text: string | null | undefined): readonly string[] =>
  text ? text.split(/\n{2,}/).map((paragraph) => paragraph.replaceAll(/\s+/g, ' ')) : [];
