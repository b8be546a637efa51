import type { PageResponse } from '../../schema/pages.ts';

/** Converts a response whose body is a text. */
export const textResponse = async (response: Response): Promise<PageResponse> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  text: await response.text(),
  isComplete: true,
});
