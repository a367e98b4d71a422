package dev.wellfield.store;

import org.jdbi.v3.core.Handle;

/** One transaction, and what can be done in it. It is over when the function that was given it returns. */
public final class Transaction {
    private final Handle handle;

    Transaction(Handle handle) {
        this.handle = handle;
    }

    public Events events() {
        return new Events(handle);
    }

    public Leadership leadership() {
        return new Leadership(handle);
    }

    public DeclaredResources declared() {
        return new DeclaredResources(handle);
    }

    public Quotas quotas() {
        return new Quotas(handle);
    }

    public Workloads workloads() {
        return new Workloads(handle);
    }

    public Allocations allocations() {
        return new Allocations(handle);
    }

    public AllocationRemovals allocationRemovals() {
        return new AllocationRemovals(handle);
    }

    public Endpoints endpoints() {
        return new Endpoints(handle);
    }

    public ApiKeys apiKeys() {
        return new ApiKeys(handle);
    }

    public GatewayViews gatewayViews() {
        return new GatewayViews(handle);
    }

    public Principals principals() {
        return new Principals(handle);
    }

    public Tokens tokens() {
        return new Tokens(handle);
    }

    public ConsoleSessions consoleSessions() {
        return new ConsoleSessions(handle);
    }

    public Users users() {
        return new Users(handle);
    }

    public Invitations invitations() {
        return new Invitations(handle);
    }

    public IdempotentAnswers idempotentAnswers() {
        return new IdempotentAnswers(handle);
    }

    public UsageRecords usageRecords() {
        return new UsageRecords(handle);
    }

    public UsageFacts usageFacts() {
        return new UsageFacts(handle);
    }

    public TokenRollup tokenRollup() {
        return new TokenRollup(handle);
    }

    public CardSums cardSums() {
        return new CardSums(handle);
    }

    public Counters counters() {
        return new Counters(handle);
    }

    public Signals signals() {
        return new Signals(handle);
    }

    public Alerts alerts() {
        return new Alerts(handle);
    }

    public Webhooks webhooks() {
        return new Webhooks(handle);
    }
}
