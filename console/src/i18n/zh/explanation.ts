import type { Words } from "../dictionary";

const poolName = (pool: string | undefined) => (pool === undefined ? "资源池" : `资源池 ${pool} `);

export const explanation: Words["explanation"] = {
  verdict: { PENDING: "尚未调度", QUEUED: "等待中", REFUSED: "已拒绝", PLACED: "已安排" },
  others: "其他租户",
  pending: "已受理，下一轮调度会决定在哪里运行。",
  placed: "所需条件都已满足。",
  refused: {
    QUOTA_CEILING: ({ tenant, missing }) =>
      missing === undefined ? `已拒绝：超出 ${tenant} 的上限` : `已拒绝：超出 ${tenant} 的上限 ${missing}`,
    ISOLATION: (asked) => `已拒绝：没有节点能提供${asked}`,
    otherwise: "已拒绝：按目前的申请无法运行",
  },
  short: {
    waits: (what) => `等待：${what}`,
    refused: (why) => `拒绝：${why}`,
    QUOTA_CEILING: "配额",
    POOL_FREE: "资源池空闲",
    CARD_FIT: "卡上空间",
    NODE_FIT: "主机资源",
    ISOLATION: "隔离",
    DISK_ROOM: "磁盘空间",
    QUEUE_ORDER: "排队次序",
  },
  waits: {
    QUOTA_CEILING: ({ tenant, missing }) =>
      missing === undefined ? `等待 ${tenant} 的配额腾出空间` : `等待 ${tenant} 的配额腾出 ${missing}`,
    POOL_FREE: ({ asked }) => `等待资源池空出 ${asked}`,
    CARD_FIT: ({ cards, missing, perCard }) =>
      cards === 1 && missing !== undefined
        ? `等待某张卡再空出 ${missing}`
        : perCard === undefined
          ? `等待同一节点空出 ${cards} 张卡`
          : `等待同一节点有 ${cards} 张卡各空出 ${perCard}`,
    NODE_FIT: ({ asked }) => `等待某个节点空出 ${asked}`,
    ISOLATION: (asked) => `等待能提供${asked}的卡`,
    DISK_ROOM: (_disk, needed) => (needed === undefined ? "等待服务器磁盘空出空间" : `等待服务器磁盘空出 ${needed}`),
    QUEUE_ORDER: (ahead) => (ahead === undefined ? "等待轮到自己" : `排在 ${ahead} 之后`),
  },
  failed: {
    QUOTA_CEILING: ({ tenant, asked, used, ceiling, missing, holders }) =>
      `申请 ${asked}；${tenant} 已用 ${used}${ceiling === undefined ? "" : `，上限 ${ceiling}`}` +
      `${missing === undefined ? "" : `，超出 ${missing}`}。${holders === undefined ? "" : `占用者：${holders}。`}`,
    POOL_FREE: ({ pool, asked, free, kept }) =>
      `申请 ${asked}；${poolName(pool)}空闲 ${free}${kept === undefined ? "" : `，其中 ${kept} 为其他租户的保障预留`}。`,
    CARD_FIT: ({ cards, fitting, perCard, largestFree, largestFreeOn }) =>
      (cards === 1
        ? perCard === undefined
          ? "需要一张完全空闲的卡。"
          : `需要一张卡上有 ${perCard} 空闲。`
        : `需要同一节点上 ${cards} 张卡${perCard === undefined ? "" : `各有 ${perCard} 空闲`}` +
          `${fitting === undefined ? "" : `，条件最好的节点只有 ${fitting} 张`}。`) +
      (largestFree === undefined
        ? ""
        : `目前单张卡最多空闲 ${largestFree}${largestFreeOn === undefined ? "" : `，在 ${largestFreeOn} 上`}。`),
    NODE_FIT: ({ asked, free }) => `卡所在的节点须有 ${asked}；目前单个节点最多空闲 ${free}。`,
    ISOLATION: (asked, available) =>
      `需要${asked}${available === undefined ? "" : `，而这里的卡只能做到${available}`}。`,
    DISK_ROOM: (disk, needed) =>
      `${disk ?? "服务器"} 所在的磁盘快满了${needed === undefined ? "" : `：至少要有 ${needed} 空闲才会启动工作负载`}。`,
    QUEUE_ORDER: (ahead) => (ahead === undefined ? "前面还有其他工作负载在排队。" : `${ahead} 在前面排队。`),
  },
  also: ({ what, asked, used, ceiling }) => `${what}同样超出：申请 ${asked}，已用 ${used}，上限 ${ceiling ?? "–"}。`,
  passed: {
    QUOTA_CEILING: ({ asked, used, ceiling }) =>
      ceiling === undefined
        ? `配额：已用 ${used}，申请 ${asked}，没有上限。`
        : `配额：已用 ${used}，申请 ${asked}，上限 ${ceiling}。`,
    POOL_FREE: ({ pool, asked, free }) => `${poolName(pool)}空闲 ${free}，申请 ${asked}。`,
    CARD_FIT: ({ cards, perCard }) =>
      cards === 1
        ? `有一张卡${perCard === undefined ? "完全空闲" : `空闲 ${perCard}`}。`
        : `同一节点上有 ${cards} 张卡${perCard === undefined ? "完全空闲" : `各空闲 ${perCard}`}。`,
    NODE_FIT: ({ asked, free }) => `节点空闲 ${free}，申请 ${asked}。`,
    ISOLATION: (asked, available) => `隔离：需要${asked}${available === undefined ? "" : `，得到${available}`}。`,
    DISK_ROOM: () => "服务器磁盘有空间。",
    QUEUE_ORDER: () => "队列中已轮到。",
  },
  remedy: {
    WAIT_FOR_END: (amount, workloads) =>
      `${workloads === undefined ? "其他工作负载" : `${workloads} 结束并`}归还 ${amount ?? "足够的资源"}后，会自动启动。`,
    SUBMIT_AGAIN: (amount, workloads) =>
      `等${workloads === undefined ? "其他工作负载" : ` ${workloads} 结束并`}归还 ${amount ?? "足够的资源"}后，再次提交。`,
    ASK_LESS: (amount) => (amount === undefined ? "减少申请量。" : `减少申请量，最多 ${amount}。`),
    RAISE_CEILING: (amount) => `请运营者${amount === undefined ? "提高上限" : `把上限提高到 ${amount}`}。`,
    ASK_LOWER_ISOLATION: (isolation) => `如果可以接受，改为申请${isolation ?? "较低的隔离级别"}。`,
    FREE_DISK: (disk, needed) =>
      `请运营者在 ${disk ?? "服务器"} 所在的磁盘上腾出空间；空闲达到 ${needed ?? "足够的量"} 后会自动启动。`,
    INSTALL_LIMITER: () => "在节点上安装设备限制器（HAMi-core 或 MPS），份额之间就能隔离。",
    ADD_CARDS: (amount) => `为资源池增加 ${amount ?? "卡"}。`,
  },
};
