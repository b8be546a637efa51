/** Stands in for the address of a style sheet under test. */
export default '/sheet.css';
