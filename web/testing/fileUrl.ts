/** Jest mock of the URLs of style sheets and pictures. */
export default '/file';
