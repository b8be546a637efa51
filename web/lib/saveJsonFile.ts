/** Saves JSON as a file of the reader's device. */
export const saveJsonFile = (name: string, json: string): void => {
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
};
