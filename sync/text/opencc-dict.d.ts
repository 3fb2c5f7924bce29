/** opencc-js ships its dictionaries without types: `"<from> <to> [others]|…"`. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}
declare module 'opencc-js/dict/STCharacters' {
  const pairs: string;
  export default pairs;
}
declare module 'opencc-js/dict/JPShinjitaiCharacters' {
  const pairs: string;
  export default pairs;
}
