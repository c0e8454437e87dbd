import { Component, type ReactNode } from "react";
import { CrashPage } from "./CrashPage";

interface State {
  crashed: boolean;
}

/** The last net: whatever breaks above the router still ends in words and a way out. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { crashed: false };

  static getDerivedStateFromError(): State {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <CrashPage /> : this.props.children;
  }
}
