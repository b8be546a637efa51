/** Jest mock of style sheet URLs. */
export default '/sheet.css';
