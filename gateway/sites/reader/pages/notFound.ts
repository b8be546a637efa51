/** No page has this address. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
}
