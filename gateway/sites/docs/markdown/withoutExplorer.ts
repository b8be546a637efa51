/** The links of examples, and the links of texts in HTML and in Markdown. */
const EXAMPLE_LINK = /<p class="open"><a href="\/explorer\/[^"]*">[^<]*<\/a><\/p>/g;
const HTML_LINK = /<a href="\/explorer\/[^"]*">(.*?)<\/a>/g;
const MARKDOWN_LINK = /\[([^\]]*)\]\(\/explorer\/[^)]*\)/g;

/** Removes the links to the explorer from the HTML or the Markdown of a page, for a gateway that does not serve it. */
export const withoutExplorer = (text: string): string =>
  text.replace(EXAMPLE_LINK, '').replace(HTML_LINK, '$1').replace(MARKDOWN_LINK, '$1');
