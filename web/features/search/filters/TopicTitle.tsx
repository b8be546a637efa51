import { useTopicTitleQuery } from './TopicTitle.generated.ts';

/** What a topic is called that the search has not counted; until that is known, its name in addresses. */
export const TopicTitle = ({ slug }: { slug: string }) =>
  useTopicTitleQuery({ variables: { slug } }).data?.topic?.title ?? slug;
