import { Html, html } from './html.ts';

/** The widths of a picture in the page: media queries with lengths, the last one without a query. */
export type PictureSizes = readonly (readonly [query: string, width: string])[];

/** What is above or beside the words of a card. */
export interface CardPicture {
  /** The form of the card: a person, or a video, whose still is shown whole. */
  readonly form: 'person' | 'video' | undefined;
  /** Returns the markup; undefined without a picture. */
  render(sizes: PictureSizes): Html | undefined;
}

/** The card of a document. Its picture depends on the cards around it. */
export class Card extends Html {
  readonly hasPicture: boolean;
  readonly isPerson: boolean;
  /** Returns the card with its picture at other widths. */
  readonly withSizes: (sizes: PictureSizes) => Html;
  /** Returns the card without its picture. */
  readonly withoutPicture: () => Html;

  /** @param sizes the widths of the picture outside of a grid */
  constructor(words: Html, { form, render }: CardPicture, sizes: PictureSizes) {
    const withPicture = (picture: Html | undefined) =>
      html`<div class="card${form && ` ${form}`}${!picture && ' plain'}">${picture && html`<div class="picture">${picture}</div>`}${words}</div>`;
    const picture = render(sizes);
    super(withPicture(picture).markup);
    this.hasPicture = picture !== undefined;
    this.isPerson = form === 'person';
    this.withSizes = (otherSizes) => withPicture(render(otherSizes));
    this.withoutPicture = () => withPicture(undefined);
  }
}
