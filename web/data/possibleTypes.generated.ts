
      export interface PossibleTypesResultData {
        possibleTypes: {
          [key: string]: string[]
        }
      }
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "Document": [
      "Article",
      "Collection",
      "Contributor",
      "Film",
      "Person",
      "Topic"
    ],
    "Node": [
      "Article",
      "Collection",
      "Contributor",
      "Film",
      "Person",
      "Topic",
      "Video"
    ],
    "RichTextAnnotation": [
      "Footnote",
      "InternalLink",
      "RichTextLink",
      "UnknownRichTextNode"
    ],
    "RichTextBlock": [
      "CodeListing",
      "EmbeddedFilm",
      "Formula",
      "Illustration",
      "InteractiveFigure",
      "Quotation",
      "RichTextPicture",
      "TextBlock",
      "UnknownRichTextNode"
    ],
    "RichTextInline": [
      "Formula",
      "RichTextPicture",
      "TextSpan",
      "UnknownRichTextNode"
    ],
    "RichTextNode": [
      "CodeListing",
      "EmbeddedFilm",
      "Footnote",
      "Formula",
      "Illustration",
      "InteractiveFigure",
      "InternalLink",
      "Quotation",
      "RichTextLink",
      "RichTextPicture",
      "TextBlock",
      "TextSpan",
      "UnknownRichTextNode"
    ],
    "SearchItem": [
      "Article",
      "Collection",
      "Contributor",
      "Film",
      "Person",
      "Topic"
    ]
  }
};
      export default result;
    