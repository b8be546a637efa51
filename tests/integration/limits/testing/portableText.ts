/** Returns a rich text of one paragraph. */
export const text = (words: string) => [
  {
    _type: 'block',
    _key: 'b',
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: 's', text: words }],
  },
];
