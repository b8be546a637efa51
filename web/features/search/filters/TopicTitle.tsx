import { useTopicTitleQuery } from './TopicTitle.generated.ts';

/** Renders the title of a topic that has no facet value; the slug while it loads. */
export const TopicTitle = ({ slug }: { slug: string }) =>
  useTopicTitleQuery({ variables: { slug } }).data?.topic?.title ?? slug;
