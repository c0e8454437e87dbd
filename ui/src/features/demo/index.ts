export { DemoGuide } from "./DemoGuide";
