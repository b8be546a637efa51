
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
      "Figure",
      "Formula",
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
      "Figure",
      "Footnote",
      "Formula",
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
      "Film",
      "Person",
      "Topic"
    ]
  }
};
      export default result;
    