/** Names of fields whose text names its object for people, the best first. */
export const LABEL_NAMES: readonly string[] = [
  'title',
  'name',
  'heading',
  'headline',
  'label',
  'question',
  'fullName',
  'displayName',
];
