// Faults of a kernel, and loops that never end: both leave by a signal, and the process lives on.
#pragma once
#include <pthread.h>
#include <signal.h>
#include <ucontext.h>

#include "turns.h"

static const int FAULTS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static struct sigaction before_faults[4], before_kick;
static int kick() { return SIGRTMIN + 5; }

static void on_fault(int number, siginfo_t* about, void* given) {
    if (here && here->in_kernel) {
        here->in_kernel = false;
        void* where = nullptr;
#if defined(__x86_64__)
        auto state = static_cast<ucontext_t*>(given);
        where = reinterpret_cast<void*>(state->uc_mcontext.gregs[REG_RIP]);
#else
        (void)given;
#endif
        const char* what = number == SIGFPE ? " divided by zero" : number == SIGILL
            ? " came where no code is" : " touched memory where no array is";
        here->launch.fail(FAULT, here->who(here->current) + what,
                          number == SIGFPE ? nullptr : about->si_addr, where);
        leave();
    }
    for (int i = 0; i < 4; ++i)  // not ours: whoever was asked before sees it again
        if (FAULTS[i] == number) sigaction(number, &before_faults[i], nullptr);
}

static void on_kick(int, siginfo_t*, void*) {
    if (here && here->in_kernel && here->launch.failed.load()) leave();
}

static void watch_signals() {
    struct sigaction ours {};
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&ours.sa_mask);
    ours.sa_sigaction = on_fault;
    for (int i = 0; i < 4; ++i) sigaction(FAULTS[i], &ours, &before_faults[i]);
    ours.sa_sigaction = on_kick;
    sigaction(kick(), &ours, &before_kick);
}

static void leave_signals() {
    for (int i = 0; i < 4; ++i) sigaction(FAULTS[i], &before_faults[i], nullptr);
    sigaction(kick(), &before_kick, nullptr);
}

// This thread's own: a stack for handlers, and no signals that are meant for the process.
struct Handled {
    std::vector<char> room = std::vector<char>(64 << 10);
    stack_t before;

    Handled() {
        stack_t ours{};
        ours.ss_sp = room.data();
        ours.ss_size = room.size();
        sigaltstack(&ours, &before);
        sigset_t most;
        sigfillset(&most);
        for (int fault : FAULTS) sigdelset(&most, fault);
        sigdelset(&most, kick());
        pthread_sigmask(SIG_SETMASK, &most, nullptr);
    }
    ~Handled() { sigaltstack(&before, nullptr); }
};
