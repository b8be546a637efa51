import type { GraphQLResolveInfo } from 'graphql';
import { addContentError, type ContentIssue, contentError } from '../../../core/contentIssue.ts';
import type { Context } from '../../../core/context.ts';
import { TEXT_ISSUES } from '../bounds/richTextForms.ts';
import type { RichTextIssue } from '../bounds/richTextReports.ts';
import type { IssueReceiver } from './mismatch.ts';
import { locateWithin } from './origins.ts';

/** The parts of the context that receive issues, for the log and for the response. */
export type IssueContext = IssueReceiver & Pick<Context, 'contentErrors'>;

/** Adds the issues of an attribute of a projected rich text with issues to the errors of the response. The field keeps its other parts. */
export function reportTextIssues(
  richText: object,
  attribute: string,
  context: IssueContext,
  info: GraphQLResolveInfo,
): void {
  const { [TEXT_ISSUES]: issues } = richText as {
    readonly [TEXT_ISSUES]: Readonly<Record<string, readonly RichTextIssue[] | undefined>>;
  };
  for (const { path, expected, found } of issues[attribute] ?? []) {
    const issue: ContentIssue = { ...locateWithin(richText, path), expected, found };
    context.content.report(issue);
    const message = `expected ${expected} as ${issue.attribute} in the document ${issue.document}, got ${found}; correct the document in the Studio`;
    addContentError(context, contentError('CONTENT_MISMATCH', message, issue), info);
  }
}
