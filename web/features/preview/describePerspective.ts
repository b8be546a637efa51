/** Returns what a preview shows, in words. */
export function describePerspective(perspective: string): string {
  if (perspective === 'drafts') return 'Drafts';
  if (perspective === 'published') return 'Published content';
  const releases = perspective.split(',').filter((layer) => layer !== 'drafts');
  return `${releases.length > 1 ? 'Releases' : 'Release'} ${releases.join(', ')}`;
}
