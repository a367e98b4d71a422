import { Square } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useResource } from "../../api/cache";
import type { ChatBody } from "../../api/gateway";
import { models, plans, priceBooks, system, tenants } from "../../api/resources";
import { may, useSession } from "../../api/session";
import type { Model } from "../../api/types";
import { useQueryParameter } from "../../app/router";
import { useWords } from "../../i18n/language";
import { useTenants } from "../../tenants/use-tenants";
import { Button } from "../../ui/Button";
import { copy } from "../../ui/Code";
import { TextArea } from "../../ui/Field";
import { Forbidden } from "../../ui/Forbidden";
import { Page } from "../../ui/Page";
import { Panel } from "../../ui/Panel";
import { Empty, Failed, SkeletonRows } from "../../ui/States";
import { SubNav } from "../../ui/SubNav";
import { toast } from "../../ui/Toast";
import styles from "./Playground.module.css";
import { PlaygroundSettings, type Settings, settingsErrors } from "./PlaygroundSettings";
import { TurnView } from "./TurnView";
import { kindsOf } from "./kinds";
import { useModelPages } from "./pages";
import { asCurl, asPython } from "./snippets";
import { type Turn, useChat } from "./use-chat";

/** Chats with a model straight through the gateway, as a program of the tenant would. */
export function PlaygroundPage() {
  const t = useWords();
  const p = t.serving.playground;
  const session = useSession();
  const nav = useModelPages("playground");
  const mayRead = may(session, "models.read");
  const systemRead = useResource(system);
  const modelsRead = useResource(mayRead ? models : null);
  const failed = [systemRead, modelsRead].find(({ failure, data }) => failure && !data);
  if (!mayRead) {
    return <Forbidden title={p.title} permission="models.read" />;
  }
  return (
    <Page title={p.title}>
      <SubNav {...nav} />
      {failed?.failure ? (
        <Failed failure={failed.failure} onRetry={failed.reload} />
      ) : !systemRead.data || !modelsRead.data ? (
        <SkeletonRows rows={6} />
      ) : systemRead.data.gatewayUrl === null ? (
        <Empty title={p.noGatewayTitle} next={p.noGatewayNext} />
      ) : (
        <Playground gatewayUrl={systemRead.data.gatewayUrl} models={modelsRead.data} />
      )}
    </Page>
  );
}

function Playground({ gatewayUrl, models: all }: { gatewayUrl: string; models: readonly Model[] }) {
  const t = useWords();
  const p = t.serving.playground;
  const session = useSession();
  const { names } = useTenants();
  const [chosenTenant] = useQueryParameter("tenant");
  const [modelName] = useQueryParameter("model");
  const [settings, setSettings] = useState<Settings>({ key: "", system: "", temperature: "", most: "" });
  const [message, setMessage] = useState("");
  const [tried, setTried] = useState(false);
  const { turns, answering, ask, stop, clear } = useChat();
  const readsPrices = may(session, "plans.read");
  const tenantsRead = useResource(may(session, "tenants.read") ? tenants : null);
  const booksRead = useResource(readsPrices ? priceBooks : null);
  const plansRead = useResource(readsPrices ? plans : null);

  const tenant = chosenTenant ?? names[0];
  const callable = all.filter(
    (each) => kindsOf(each.spec).includes("CHAT") && (each.metadata.tenant === tenant || each.spec.published === true),
  );
  const model = callable.find((each) => each.metadata.name === modelName) ?? callable[0];
  const errors = settingsErrors(t, settings);
  const body = bodyOf(model?.metadata.name ?? "", settings, turns, message);

  function send() {
    setTried(true);
    if (message.trim() === "" || model === undefined || answering || Object.keys(errors).length > 0) {
      return;
    }
    setMessage("");
    void ask(gatewayUrl, settings.key.trim(), body, message);
  }

  async function copyAs(what: string, text: string) {
    toast((await copy(text)) ? p.copied(what) : p.notCopied);
  }

  return (
    <div className={styles.columns}>
      <PlaygroundSettings
        tenant={tenant}
        model={model}
        models={callable}
        settings={settings}
        errors={tried ? errors : {}}
        onChange={(changes) => setSettings((before) => ({ ...before, ...changes }))}
      />
      <Panel
        title={p.chat}
        note={<code>{gatewayUrl}</code>}
        actions={
          <span className={styles.copies}>
            <Button look="quiet" disabled={!model} onClick={() => void copyAs("curl", asCurl(gatewayUrl, body))}>
              {p.copyCurl}
            </Button>
            <Button look="quiet" disabled={!model} onClick={() => void copyAs("Python", asPython(gatewayUrl, body))}>
              {p.copyPython}
            </Button>
            {turns.length > 0 && (
              <Button look="quiet" onClick={clear}>
                {p.clear}
              </Button>
            )}
          </span>
        }
      >
        {turns.length === 0 ? (
          <Empty title={p.emptyTitle} next={p.emptyNext} />
        ) : (
          <ol className={styles.turns} aria-live="polite" aria-busy={answering}>
            {turns.map((turn, index) => (
              <TurnView
                key={index}
                turn={turn}
                modelName={model?.metadata.name ?? ""}
                url={gatewayUrl}
                prices={{
                  model,
                  tenant: tenantsRead.data?.find((each) => each.metadata.name === tenant),
                  books: booksRead.data,
                  plans: plansRead.data,
                }}
              />
            ))}
          </ol>
        )}
        <form
          className={styles.write}
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <TextArea
            name="message"
            aria-label={p.message}
            placeholder={p.messageHint}
            rows={3}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            onKeyDown={(event: KeyboardEvent) => {
              // Enter that ends the choice of a Chinese character sends nothing.
              if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
                event.preventDefault();
                send();
              }
            }}
          />
          {answering ? (
            <Button icon={<Square size={12} />} onClick={stop}>
              {p.stop}
            </Button>
          ) : (
            <Button look="primary" type="submit">
              {p.send}
            </Button>
          )}
        </form>
      </Panel>
    </div>
  );
}

/** What would be sent now: what was said before in this chat, and the message. */
function bodyOf(model: string, settings: Settings, turns: readonly Turn[], message: string): ChatBody {
  const said = turns.filter((turn) => turn.answer !== "");
  const system = settings.system.trim();
  return {
    model,
    messages: [
      ...(system === "" ? [] : [{ role: "system" as const, content: system }]),
      ...said.flatMap((turn) => [
        { role: "user" as const, content: turn.question },
        { role: "assistant" as const, content: turn.answer },
      ]),
      { role: "user", content: message },
    ],
    ...(settings.temperature.trim() !== "" && { temperature: Number(settings.temperature) }),
    ...(settings.most.trim() !== "" && { max_tokens: Number(settings.most) }),
  };
}
