/** The fields of `Picture`, with widths for phones and desktops. Select your own `srcSet` for other layouts. */
export const PICTURE_FRAGMENT = /* GraphQL */ `
  fragment KitPicture on Image {
    url(width: 960)
    srcSet(widths: [320, 480, 640, 960, 1280, 1600, 2560])
    width
    height
    alt
    caption
    placeholder
    color
    hotspot {
      x
      y
    }
  }
`;

/**
 * The fields of `RichText` that every model has. Select the types of the model beside it, with their `key`. Needs
 * `PICTURE_FRAGMENT`.
 */
export const RICH_TEXT_FRAGMENT = /* GraphQL */ `
  fragment KitRichText on RichText {
    blocks {
      __typename
      ... on TextBlock {
        key
        style
        listItem
        level
        children {
          __typename
          ... on TextSpan {
            text
            marks
          }
          ... on RichTextPicture {
            key
            image {
              ...KitPicture
            }
          }
          ... on UnknownRichTextNode {
            key
            json
          }
        }
        markDefs {
          __typename
          # The annotations of the model. Caches without possibleTypes match no interface.
          ... on RichTextNode {
            key
          }
          ... on RichTextLink {
            key
            href
          }
          ... on UnknownRichTextNode {
            key
            json
          }
        }
      }
      ... on RichTextPicture {
        key
        image {
          ...KitPicture
        }
      }
      ... on UnknownRichTextNode {
        key
        json
      }
    }
  }
`;

/** The fields of `Video`. */
export const VIDEO_FRAGMENT = /* GraphQL */ `
  fragment KitVideo on Video {
    id
    isAudio
    duration
    playback {
      hlsUrl
      posterUrl(width: 1280)
      expiresAt
    }
    tracks {
      kind
      language
      label
      src
    }
  }
`;
