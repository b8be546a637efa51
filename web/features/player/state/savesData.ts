/** Returns true if the reader has asked the browser to save data (https://wicg.github.io/savedata/). Safari and Firefox do not tell. */
export const savesData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
};
