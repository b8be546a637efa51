
      export interface PossibleTypesResultData {
        possibleTypes: {
          [key: string]: string[]
        }
      }
      const result: PossibleTypesResultData = {
  "possibleTypes": {
    "Node": [
      "Article",
      "Collection",
      "Film",
      "Person",
      "Topic",
      "Video"
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
    