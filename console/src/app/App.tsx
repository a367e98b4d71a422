import { Suspense, lazy, useEffect } from "react";
import { useSignIn } from "../api/session";
import { useWords } from "../i18n/language";
import { SignInPage } from "../pages/sign-in/SignInPage";
import { OverviewPage } from "../pages/overview/OverviewPage";
import { WorkloadsPage } from "../pages/workloads/WorkloadsPage";
import { ButtonLink } from "../ui/Button";
import { Page } from "../ui/Page";
import { Empty, SkeletonRows } from "../ui/States";
import { Toasts } from "../ui/Toast";
import { TooltipProvider } from "../ui/Tooltip";
import { Frame, useHome } from "./Frame";
import { type Place, navigate, placeOf, to, usePathname } from "./router";
import { useTheme } from "./theme";

/* The first view comes with the console; what is seldom needed comes when it is looked at. */
const SubmitPage = lazy(() =>
  import("../pages/workloads/submit/SubmitPage").then((module) => ({ default: module.SubmitPage })),
);
const ModelsPage = lazy(() => import("../pages/models/ModelsPage").then((module) => ({ default: module.ModelsPage })));
const EnginesPage = lazy(() =>
  import("../pages/models/EnginesPage").then((module) => ({ default: module.EnginesPage })),
);
const PlaygroundPage = lazy(() =>
  import("../pages/models/PlaygroundPage").then((module) => ({ default: module.PlaygroundPage })),
);
const UsagePage = lazy(() => import("../pages/usage/UsagePage").then((module) => ({ default: module.UsagePage })));
const KeysPage = lazy(() => import("../pages/usage/KeysPage").then((module) => ({ default: module.KeysPage })));
const EventsPage = lazy(() => import("../pages/events/EventsPage").then((module) => ({ default: module.EventsPage })));
const AlertsPage = lazy(() => import("../pages/alerts/AlertsPage").then((module) => ({ default: module.AlertsPage })));
const WebhooksPage = lazy(() =>
  import("../pages/alerts/WebhooksPage").then((module) => ({ default: module.WebhooksPage })),
);
const TenantsPage = lazy(() =>
  import("../pages/tenants/TenantsPage").then((module) => ({ default: module.TenantsPage })),
);
const PeoplePage = lazy(() => import("../pages/people/PeoplePage").then((module) => ({ default: module.PeoplePage })));
const InvitationsPage = lazy(() =>
  import("../pages/people/InvitationsPage").then((module) => ({ default: module.InvitationsPage })),
);
const AccountPage = lazy(() =>
  import("../pages/account/AccountPage").then((module) => ({ default: module.AccountPage })),
);
const AcceptPage = lazy(() => import("../pages/accept/AcceptPage").then((module) => ({ default: module.AcceptPage })));
const BillingPage = lazy(() =>
  import("../pages/billing/BillingPage").then((module) => ({ default: module.BillingPage })),
);

export function App() {
  useTheme();
  const signIn = useSignIn();
  const accepting = placeOf(usePathname()).page === "accept";
  return (
    <TooltipProvider>
      {accepting && (
        <Suspense fallback={null}>
          <AcceptPage />
        </Suspense>
      )}
      {!accepting && (signIn.state === "nobody" || signIn.state === "unreachable") && (
        <SignInPage ended={signIn.state === "nobody" && signIn.ended} unreachable={signIn.state === "unreachable"} />
      )}
      {!accepting && signIn.state === "somebody" && <SignedIn />}
      <Toasts />
    </TooltipProvider>
  );
}

function SignedIn() {
  const place = placeOf(usePathname());
  return (
    <Frame place={place}>
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <PageAt place={place} />
      </Suspense>
    </Frame>
  );
}

function PageAt({ place }: { place: Place }) {
  const home = useHome();
  switch (place.page) {
    case "overview":
      return home === to.overview ? <OverviewPage card={place.card} /> : <Elsewhere url={home} />;
    case "workloads":
      return <WorkloadsPage detail={place.detail} />;
    case "submit":
      return <SubmitPage />;
    case "models":
      return <ModelsPage />;
    case "engines":
      return <EnginesPage />;
    case "playground":
      return <PlaygroundPage />;
    case "usage":
      return <UsagePage />;
    case "keys":
      return <KeysPage creating={place.creating} />;
    case "tenants":
      return <TenantsPage quota={place.quota} />;
    case "alerts":
      return <AlertsPage name={place.alert} />;
    case "webhooks":
      return <WebhooksPage />;
    case "events":
      return <EventsPage cursor={place.cursor} />;
    case "people":
      return <PeoplePage person={place.person} inviting={place.inviting} />;
    case "invitations":
      return <InvitationsPage />;
    case "account":
      return <AccountPage />;
    case "accept":
      return <Elsewhere url={home} />;
    case "billing":
      return <BillingPage month={place.month} line={place.line} />;
    case "unknown":
      return <NotFound />;
  }
}

/** Goes on to another page, of which the browser's history knows nothing. */
function Elsewhere({ url }: { url: string }) {
  useEffect(() => navigate(url, { replace: true }), [url]);
  return null;
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
