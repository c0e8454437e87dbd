export { tokenListQuery, tokensKey } from "./api";
