/** Reloads the page if the server responds. After a deployment its chunks have other names. */
export const reloadPage = (): Promise<unknown> =>
  fetch(location.href, { method: 'HEAD' }).then(() => location.reload(), Boolean);
