import { expect, it } from "vitest";
import { deviceName } from "./deviceName";

it.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0", "Firefox on Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130 Safari/537.36 Edg/130",
    "Edge on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/18 Safari/604",
    "Safari on iOS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130 Safari/537.36",
    "Chrome on Android",
  ],
  ["python-httpx/0.28.1", "python-httpx"],
  ["", "Unknown program"],
])("%s is %s", (userAgent, name) => expect(deviceName(userAgent)).toBe(name));
