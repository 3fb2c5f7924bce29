/** opencc-js ships its dictionaries without types: `"<traditional> <simplified> [others]|…"`. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}
