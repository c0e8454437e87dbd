import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { leaveToSignIn } from "@/features/people/accounts";
import { makeQueryClient } from "@/shared/http/queryClient";
import { onSessionLost } from "@/shared/http/sessionLoss";
import { Toaster } from "@/shared/ui/Toaster";
import { TooltipProvider } from "@/shared/ui/Tooltip";
import { CrashBoundary } from "./pages/CrashBoundary";
import { makeRouter } from "./router";

const queryClient = makeQueryClient();
const router = makeRouter(queryClient);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

export function App() {
  useEffect(() => onSessionLost(() => leaveToSignIn("expired", router.state.location.href)), []);
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider delayDuration={300}>
          <RouterProvider router={router} />
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </CrashBoundary>
  );
}
