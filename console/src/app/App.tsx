import { useSignIn } from "../api/session";
import { useWords } from "../i18n/language";
import { SignInPage } from "../pages/sign-in/SignInPage";
import { OverviewPage } from "../pages/overview/OverviewPage";
import { SubmitPage } from "../pages/workloads/submit/SubmitPage";
import { WorkloadsPage } from "../pages/workloads/WorkloadsPage";
import { ButtonLink } from "../ui/Button";
import { Page } from "../ui/Page";
import { Empty } from "../ui/States";
import { Toasts } from "../ui/Toast";
import { TooltipProvider } from "../ui/Tooltip";
import { Frame } from "./Frame";
import { type Place, placeOf, to, usePathname } from "./router";
import { useTheme } from "./theme";

export function App() {
  useTheme();
  const signIn = useSignIn();
  return (
    <TooltipProvider>
      {signIn.state === "asking" && null}
      {(signIn.state === "nobody" || signIn.state === "unreachable") && (
        <SignInPage ended={signIn.state === "nobody" && signIn.ended} unreachable={signIn.state === "unreachable"} />
      )}
      {signIn.state === "somebody" && <SignedIn />}
      <Toasts />
    </TooltipProvider>
  );
}

function SignedIn() {
  const place = placeOf(usePathname());
  return (
    <Frame place={place}>
      <PageAt place={place} />
    </Frame>
  );
}

function PageAt({ place }: { place: Place }) {
  switch (place.page) {
    case "overview":
      return <OverviewPage card={place.card} />;
    case "workloads":
      return <WorkloadsPage detail={place.detail} />;
    case "submit":
      return <SubmitPage />;
    case "unknown":
      return <NotFound />;
  }
}

function NotFound() {
  const t = useWords();
  return (
    <Page title={t.frame.notFound.heading}>
      <Empty title={t.frame.notFound.title} next={t.frame.notFound.next}>
        <ButtonLink to={to.overview}>{t.frame.notFound.home}</ButtonLink>
      </Empty>
    </Page>
  );
}
