export { PROVIDER_NAMES } from "./catalog";
